/** The luminance of a colour, by the rules for contrast of the W3C. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** At this luminance black and white can be read equally well. */
const halfway = 0.179

/** The colour of letters that can be read on this one. */
export const inkOn = (hex: string) => (luminanceOf(hex) > halfway ? '#000000' : '#ffffff')
