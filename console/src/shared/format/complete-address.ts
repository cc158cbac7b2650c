/** Adds `https://` where a person has left it out. */
export const completeAddress = (line: string) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(line) ? line : `https://${line}`)
