/** Puts a text on the clipboard; says whether that worked. `dialog` is one that is open in a shadow. */
export async function copy(text: string, dialog?: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Within an open dialog everything outside is inert.
    return copyOldWay(text, dialog ?? document.querySelector("dialog[open]") ?? document.body);
  }
}

/** Where a page is not served over https, only this is allowed. */
function copyOldWay(text: string, home: Element): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  field.readOnly = true;
  const before = (home.getRootNode() as Document | ShadowRoot).activeElement;
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
