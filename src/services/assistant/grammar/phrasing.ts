/** How something is said freely, and the plain words for it; `$1` is what stands there unchanged. */
export interface Phrasing {
  readonly said: string;
  readonly plain: string;
  /** Only where nothing is asked: 'can it go to' is no order after 'where'. */
  readonly isOrder?: true;
}
