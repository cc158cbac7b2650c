// Reasons of the machine for calling two entities the same or not.

/** Whether a reason tells that the two are not the same. */
export const isAgainst = (reason: string) => /\bdifferent(?:ly)?\b|^nothing else|^too many|\bapart\b/.test(reason)
