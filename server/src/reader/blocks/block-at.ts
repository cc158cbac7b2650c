/** The block that contains the text offset `at`. */
export function blockAt<Mark extends { start: number; end: number }>(blocks: Mark[], at: number): Mark | undefined {
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((blocks[middle] as Mark).end <= at) low = middle + 1
    else high = middle
  }
  const block = blocks[low]
  return block && block.start <= at ? block : undefined
}
