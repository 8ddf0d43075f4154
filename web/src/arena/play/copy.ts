/** Puts a text on the clipboard; says whether that worked. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

/** Where a page is not served over https, only this is allowed. */
function copyOldWay(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  field.readOnly = true;
  // Within an open dialog everything outside is inert.
  const home = document.querySelector("dialog[open]") ?? document.body;
  const before = document.activeElement;
  home.append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    // Then the text is shown to be copied by hand.
  }
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
