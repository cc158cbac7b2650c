import { type ExploreSearch, readExploreSearch } from '../../../views/explore-search.ts'
import { type KeptPlaces, readPlaces, writePlaces } from '../../../views/graph/layout/kept-places.ts'

// What a saved view keeps: the address of the page, and the places of its picture.

/** So many places fit into a saved view with all else. */
const placesMost = 3_000

/** Open panels are no part of a view, and neither is the view that it was made from. */
const left: (keyof ExploreSearch)[] = ['saved', 'tool', 'ask', 'list']

export function viewState(search: ExploreSearch, places: KeptPlaces): { search: object; places: string } {
  const kept = Object.entries(search).filter(([name]) => !left.includes(name as keyof ExploreSearch))
  return { search: Object.fromEntries(kept), places: writePlaces(places, placesMost) }
}

/** Reads a state, whoever has written it: what the address would not take is left out. */
export function readViewState(state: Record<string, unknown>): { search: ExploreSearch; places: KeptPlaces } {
  const { search, places } = state
  const words = Object.entries(typeof search === 'object' && search !== null ? search : {})
  const strings = words.flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
  return { search: readExploreSearch(Object.fromEntries(strings)), places: readPlaces(places) }
}
