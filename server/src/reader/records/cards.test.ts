import { describe, expect, it } from 'vitest'
import { read } from '../../../test/support/web/read-html.ts'

// Cards of people and talks: their lines are inline elements that only a style sheet sets apart.

const people = [
  ['Ada Berg', 'University of Oslo'],
  ['Karl Holm', 'Rapid Kites'],
  ['Grace Lund', 'Institute of Ropes'],
  ['Nils Vik', 'Kite Foundation'],
] as const

describe('a card', () => {
  it('in a link has its name, role and employer in elements of different classes', () => {
    const cards = people.map(
      ([name, employer], at) =>
        `<div class="card"><a href="/members/${at}.html"><span class="card-name">${name}</span>
           <span class="card-role">Lab Manager</span> <span class="card-place">${employer}</span></a></div>`,
    )
    const { names, relations, factsOf } = read({
      url: 'http://lab.example/about/',
      body: `<h1>Team</h1>${cards.join('')}`,
    })
    expect(names).toEqual(expect.arrayContaining(['person Ada Berg', 'object University of Oslo']))
    expect(relations).toContain('Grace Lund works_for Institute of Ropes')
    expect(factsOf('Karl Holm')).toMatchObject({ job_title: 'Lab Manager' })
  })

  it('keeps the parts of one name together', () => {
    const cards = people.map(([name]) => {
      const [first, last] = name.split(' ')
      return `<li><span class="given-name">${first}</span> <span class="family-name">${last}</span></li>`
    })
    const { names } = read({ url: 'http://lab.example/team/', body: `<h1>Team</h1><ul>${cards.join('')}</ul>` })
    expect(names).toEqual(people.map(([name]) => `person ${name}`))
  })
})
