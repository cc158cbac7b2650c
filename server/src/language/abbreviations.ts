const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** They keep their dot and end no sentence. */
export const abbreviations = setOf(
  `mr mrs ms mx dr prof st sr jr inc ltd co corp bros gen col lt sgt capt cmdr adm maj rev hon gov sen rep pres fr hr
  dipl ing mag vs etc no nr vol ed eds dept univ assn e.g i.e cf al ca approx jan feb mar apr jun jul aug sep sept oct nov
  dec mon tue wed thu fri sat sun bzw usw z.b d.h geb gest mme mlle bd hl ph ft mt`,
)
