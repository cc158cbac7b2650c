/** Counts the texts of so many letters or more that this thread folds, until it is told to end. */
export function watchFolding(letters: number): { end(): number } {
  const { normalize } = String.prototype
  let count = 0
  String.prototype.normalize = function (this: string, form?: string) {
    if (this.length >= letters) count++
    return normalize.call(this, form)
  }
  return {
    end: () => {
      String.prototype.normalize = normalize
      return count
    },
  }
}
