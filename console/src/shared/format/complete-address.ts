/** People leave out what every address begins with. */
export const completeAddress = (line: string) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(line) ? line : `https://${line}`)
