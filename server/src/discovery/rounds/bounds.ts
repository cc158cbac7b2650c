/** The most that a model may cause in one discovery. Repairs of answers are calls too. */
export const roundBounds = {
  calls: 6,
  searches: 12,
  sites: 20,
  searches_of_round: 4,
  sites_of_round: 8,
}
