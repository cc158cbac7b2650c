/** The page does not have the layout that the recipe expects. */
export class RecipeMisfit extends Error {
  override name = 'RecipeMisfit'
}
