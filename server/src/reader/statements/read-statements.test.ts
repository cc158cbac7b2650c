import { expect, it } from 'vitest'
import { readNames } from '../names/read-names.ts'

/** What a sentence says of its names, besides that it mentions them together. */
function saidBy(text: string, language: string): string[] {
  const blocks = [{ start: 0, end: text.length, kind: 'paragraph' as const, is_main: true, is_own: true }]
  return readNames({ text, blocks, title: null, language }).flatMap((claim) => {
    if (claim.type === 'relationship')
      return claim.relation === 'mentioned_with' ? [] : [`${claim.from.name} ${claim.relation} ${claim.to.name}`]
    return Object.entries(claim.attributes).map(([key, value]) => `${claim.name} ${key} ${value}`)
  })
}

it.each([
  ['en', 'Ada Berg, head of finance at Acme Ltd, spoke in Bonn.', 'Ada Berg works_for Acme Ltd'],
  ['en', 'Siemens chief Ada Berg said so.', 'Ada Berg leads Siemens'],
  ['en', 'Ada Berg was born on 4 May 1950 in Hamburg.', 'Ada Berg birth_date 1950-05-04'],
  ['en', 'Ada Berg was born on 4 May 1950 in Hamburg.', 'Ada Berg born_in Hamburg'],
  ['en', 'Ada Berg (4 May 1920 – 3 June 1999) was a German painter.', 'Ada Berg birth_date 1920-05-04'],
  ['en', 'Ada Berg (4 May 1920 – 3 June 1999) was a German painter.', 'Ada Berg death_date 1999-06-03'],
  ['en', 'Ada Berg (4 May 1920 – 3 June 1999) was a German painter.', 'Ada Berg nationality German'],
  ['en', 'Ada Berg died on 3 May 1999 in Vienna.', 'Ada Berg death_date 1999-05-03'],
  ['en', 'Ada Berg died on 3 May 1999 in Vienna.', 'Ada Berg died_in Vienna'],
  ['en', 'Ada Berg graduated from the University of Leipzig in 1980.', 'Ada Berg alumnus_of University of Leipzig'],
  [
    'en',
    'Unlike Karl Holm, Ada Berg studied at the University of Leipzig.',
    'Ada Berg alumnus_of University of Leipzig',
  ],
  ['en', 'Not only Ada Berg, director of Acme Ltd, was there.', 'Ada Berg works_for Acme Ltd'],
  ['en', 'Ada Berg interviewed Karl Holm, the head of Siemens.', 'Karl Holm works_for Siemens'],
  ['de', 'Ada Berg, Leiterin der Siemens AG, sprach in Bonn.', 'Ada Berg job_title Leiterin'],
  ['de', 'Karl Holm ist Professor an der Universität Leipzig.', 'Karl Holm job_title Professor'],
  ['de', 'Ada Berg starb am 3. Juni 1999 in Wien.', 'Ada Berg death_date 1999-06-03'],
  ['de', 'Karl Holm (* 4. Mai 1920 in Hamburg; † 3. Juni 1999 in Wien) war Maler.', 'Karl Holm birth_date 1920-05-04'],
  ['fr', 'Marie Dubois est née à Lyon le 4 mai 1950.', 'Marie Dubois born_in Lyon'],
  ['fr', 'Marie Dubois, directrice de Renault, habite à Lyon.', 'Marie Dubois job_title directrice'],
  ['fr', 'Marie Dubois est morte à Paris en 1999.', 'Marie Dubois death_date 1999'],
  ['en', 'NASA administrator Karl Holm praised the team.', 'Karl Holm works_for NASA'],
  ['de', 'VW-Chef Herbert Holm kritisierte den Plan.', 'Herbert Holm job_title Chef'],
  ['de', 'Die SPÖ-Abgeordnete Ada Berg sprach in Wien.', 'Ada Berg occupation Abgeordnete'],
  ['de', '1. Ada Berg (NOR) 34:15,7', 'Ada Berg nationality NOR'],
  [
    'en',
    'The lake was named by planetary scientist Sarah Miller in 1998.',
    'Sarah Miller occupation planetary scientist',
  ],
  ['en', 'The tests were led by senior scientist Sarah Miller.', 'Sarah Miller job_title senior scientist'],
  ['en', 'He asked transportation chief Sarah Miller about it.', 'Sarah Miller job_title chief'],
  ['en', 'Sarah Miller, the commander of the second district, answered.', 'Sarah Miller job_title commander'],
  ['de', 'Mit ihrem Trainer Robert Fischer fuhr sie nach Wien.', 'Robert Fischer job_title Trainer'],
  ['de', 'Später trat die Sängerin Sarah Müller in Wien auf.', 'Sarah Müller occupation Sängerin'],
])('is said (%s): %s', (language, text, wanted) => {
  expect(saidBy(text, language)).toContain(wanted)
})

it.each([
  // Denials.
  ['en', 'Ada Berg was not born in Hamburg.'],
  ['en', "Ada Berg isn't the director of Acme Ltd."],
  ['en', 'It was not Ada Berg who founded Siemens.'],
  ['en', 'Neither Ada Berg nor Karl Holm works for Acme Ltd.'],
  ['en', 'Nobody believes that Ada Berg is the president of Acme Ltd.'],
  ['en', 'Ada Berg denied being the director of Acme Ltd.'],
  ['de', 'Ada Berg lehnte es ab, Direktorin der Siemens AG zu werden.'],
  ['de', 'Weder Ada Berg noch Karl Holm arbeitet bei der Siemens AG.'],
  ['fr', 'Marie Dubois a refusé de devenir directrice de Renault.'],
  // Hearsay and what is said to be false.
  ['en', 'According to rumours, Ada Berg works for Acme Ltd.'],
  ['en', 'Ada Berg was reportedly offered the post of director at Acme Ltd.'],
  ['en', 'It is alleged that Ada Berg is the owner of Acme Ltd.'],
  ['en', 'Ada Berg was falsely described as the founder of Siemens.'],
  ['en', 'It is a myth that Ada Berg founded Siemens in 1847.'],
  ['de', 'Angeblich ist Ada Berg die Direktorin der Siemens AG.'],
  ['fr', 'Selon la rumeur, Marie Dubois est la directrice de Renault.'],
  ['fr', 'Marie Dubois serait la directrice de Renault.'],
  // Questions, conditions and wishes.
  ['en', 'Was Ada Berg born in Hamburg?'],
  ['en', 'Is Ada Berg the new director of Acme Ltd?'],
  ['en', 'Had Ada Berg joined Acme Ltd, Karl Holm would have left.'],
  ['en', 'Karl Holm said that Ada Berg should be director of Acme Ltd.'],
  ['en', 'Ada Berg is expected to become president of Acme Ltd.'],
  ['de', 'Ada Berg wollte an der Universität Leipzig studieren.'],
  // Of somebody else.
  ['en', 'Ada Berg is the granddaughter of the founder of Siemens.'],
  ['en', 'Ada Berg is married to the director of Acme Ltd.'],
  ['en', 'Ada Berg was mistaken for the president of Siemens.'],
  ['en', "Ada Berg's father worked for Siemens in Munich."],
  ['en', 'Ada Berg leads Acme Ltd, said Karl Holm.'],
  ['de', 'Ada Berg sei Direktorin der Siemens AG, behauptete Karl Holm.'],
  ['de', 'Der Vater von Ada Berg wurde 1920 in Hamburg geboren.'],
  ['de', 'Ada Berg ist mit dem Direktor der Siemens AG verheiratet.'],
  // Credits, lists, and what a role is about.
  ['en', 'Photo by Ada Berg/Siemens'],
  ['en', 'Ada Berg/Photodisc/Siemens'],
  ['fr', 'Paul Martin est le fils du directeur de Renault.'],
])('is not said (%s): %s', (language, text) => {
  expect(saidBy(text, language)).toEqual([])
})

it.each([
  ['Present were Ada Berg, Karl Holm, the director of Acme Ltd, and the mayor of Bonn.', 'Ada Berg'],
  ["Ada Berg's biography of Karl Holm, who was born in Vienna in 1901, appeared in 2001.", 'Ada Berg'],
  ['Instead of Ada Berg, Karl Holm became director of Acme Ltd.', 'Ada Berg'],
])('is said of the other one: %s', (text, name) => {
  const said = saidBy(text, 'en')
  expect(said).not.toEqual([])
  expect(said.filter((one) => one.startsWith(name))).toEqual([])
})

it.each([
  ['en', 'The lawyer of Sarah Miller answered.', 'Sarah Miller'],
  ['en', 'Sarah Miller and the commander answered.', 'Sarah Miller'],
  ['de', 'Sarah Müller und der Trainer fuhren nach Wien.', 'Sarah Müller'],
  ['de', 'Der Trainer von Sarah Müller fuhr nach Wien.', 'Sarah Müller'],
])('gives no role to a name that it only stands near (%s): %s', (language, text, name) => {
  expect(saidBy(text, language).filter((one) => one.startsWith(`${name} `))).toEqual([])
})

it.each([
  ['en', 'Microsoft analyst Ada Berg praised the plan.', 'Ada Berg works_for Microsoft'],
  ['en', "Ada Berg, a scientist at NASA's Jet Propulsion Laboratory, said so.", 'Ada Berg works_for NASA'],
  ['en', 'It was tasted by visitors from many regions (Asia, Europe, South Africa).', 'Asia located_in Europe'],
  ['de', 'Sie lebten während der Corona-Pandemie in Italien.', 'Corona-Pandemie located_in Italien'],
])('does not take for it what only stands there (%s): %s', (language, text, wrong) => {
  expect(saidBy(text, language)).not.toContain(wrong)
})

it('says who founded what, and not that founders work there', () => {
  const said = saidBy('Siemens co-founder Ada Berg praised the plan.', 'en')
  expect(said).toContain('Ada Berg founder_of Siemens')
  expect(said).not.toContain('Ada Berg works_for Siemens')
})

it('says what stands in brackets of the name before them alone', () => {
  const said = saidBy('Ada Berg, Karl Holm (Siemens), Paul Frank and Eva Lind met in Hamburg.', 'en')
  expect(said.filter((one) => one.endsWith('Siemens') && !one.startsWith('Karl Holm '))).toEqual([])
})
