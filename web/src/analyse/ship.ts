// The element `ship-icon`: one ship, as the board draws it.
import { html, LitElement, svg, type TemplateResult } from "lit";
import { paint } from "../duel/mad/paint";
import { type Look, shipPicture } from "../duel/mad/ships";
import { paints } from "../duel/mad/sky";
import type { Seat } from "../rules/view";

export class ShipIcon extends LitElement {
  static override styles = paint;
  static override properties = { side: { attribute: false }, ship: {}, look: {}, up: { type: Boolean } };

  declare side: Seat;
  declare ship: string;
  declare look: Look;
  declare up: boolean;

  constructor() {
    super();
    this.side = 0;
    this.ship = "111";
    this.look = "fleet";
    this.up = true;
  }

  protected override render(): TemplateResult {
    return html`<svg viewBox="-50 -50 100 100" width="100%" height="100%" aria-hidden="true" class="look-${this.look}">${svg`${paints}${shipPicture(this.side, this.ship, this.look, this.up)}`}</svg>`;
  }
}

customElements.define("ship-icon", ShipIcon);
