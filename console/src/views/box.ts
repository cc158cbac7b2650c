/** A place on a canvas that a name takes. */
export type Box = [left: number, top: number, right: number, bottom: number]

export const overlap = (a: Box, b: Box) => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1]
