/** Some words of a page that people see there. */
export interface FoundPassage {
  page_id: string
  url: string
  quote: string
  start: number
  end: number
  entity_ids: string[]
}
