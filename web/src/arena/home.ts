// Pages that work without this and are nicer with it: the form for a new game shows only what fits, and the
// board of the home page can be touched.

import { enhance } from "./home/form";
import { fillPreview } from "./home/preview";

const form = document.querySelector<HTMLFormElement>("form[data-form=new]");
if (form) {
  enhance(form);
  fillPreview(form);
}

const local = document.querySelector<HTMLElement>("joust-local");
if (local?.dataset.local) void import(local.dataset.local);
