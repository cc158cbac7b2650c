/** Limits for one page, whatever its author had in mind. */
export const pageBounds = {
  depth: 256,
  /** Elements that structure the page; beyond this, an element counts as its parent. */
  regions: 50_000,
  attributes: 64,
  attribute_chars: 20_000,
  blocks: 20_000,
  text_chars: 2_000_000,
  links: 2000,
  link_text_chars: 300,
  title_chars: 500,
  heading_chars: 200,
  json_ld_chars: 1_000_000,
  meta_entries: 100,
  meta_chars: 2000,
} as const
