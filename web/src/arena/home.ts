// The form for a new game works without this; with it, it shows only what fits.

import { enhance } from "./home/form";
import { fillPreview } from "./home/preview";

const form = document.querySelector<HTMLFormElement>("form[data-form=new]");
if (form) {
  enhance(form);
  fillPreview(form);
}
