import { describe, expect, it } from 'vitest'
import { read } from '../../../test/support/web/read-html.ts'

// Where people come from, as lists write it behind their names.

const people = ['Ada Berg', 'Karl Holm', 'Grace Lund', 'Nils Vik', 'Rosa Strand', 'Otto Falk']
const homes = ['UFSM', 'University of Oslo', 'Rapid Kites', 'USP', 'Institute of Ropes', 'CEFET']

const committee = (items: string) =>
  read({ url: 'http://conf.example/committee/', body: `<h1>Committee</h1><h2>Members</h2>${items}` })
const employed = [
  'Ada Berg works_for UFSM',
  'Grace Lund works_for Rapid Kites',
  'Rosa Strand works_for Institute of Ropes',
]

describe('a list of people with their organizations', () => {
  it.each([
    ['in brackets', (name: string, home: string) => `${name} (${home})`],
    ['behind a comma', (name: string, home: string) => `${name}, ${home}`],
    ['behind a dash', (name: string, home: string) => `${name} – ${home}`],
  ])('%s is two columns', (_, write) => {
    const items = people.map((name, at) => `<li>${write(name, homes[at] as string)}</li>`)
    const { names, relations } = committee(`<ul>${items.join('')}</ul>`)
    expect(names).toEqual(expect.arrayContaining([...people.map((name) => `person ${name}`), 'object UFSM']))
    expect(relations).toEqual(expect.arrayContaining(employed))
  })

  it('gives each person of a record an organization of their own', () => {
    const line = (at: number) => `${people[at]} (${homes[at]})`
    const items = [0, 2, 4].map((at) => `<div class="area"><p>${line(at)}<br>${line(at + 1)}</p></div>`)
    const { relations } = committee(items.join(''))
    expect(relations).toEqual(expect.arrayContaining([...employed, 'Nils Vik works_for USP']))
    expect(relations).not.toContain('Grace Lund works_for USP')
  })

  it('gives the authors before a bracket what is in it', () => {
    const papers = ['Ropes', 'Kites in storms', 'Sails of paper'].map(
      (title, at) =>
        `<tr><td><a href="/papers/${at}">${title}</a></td><td>Ada Berg, Karl Holm (University of Oslo), Grace Lund (MIT)</td></tr>`,
    )
    const { relations } = read({
      url: 'http://conf.example/papers/',
      body: `<h1>Papers</h1><table><tr><th>Title</th><th>Authors</th></tr>${papers.join('')}</table>`,
    })
    expect(relations).toEqual(
      expect.arrayContaining([
        'Ada Berg works_for University of Oslo',
        'Karl Holm works_for University of Oslo',
        'Grace Lund works_for MIT',
      ]),
    )
    expect(relations).not.toContain('Ada Berg works_for MIT')
  })

  it('leaves two people of one row two people', () => {
    const items = ['Ada Berg, Karl Holm', 'Grace Lund, Nils Vik', 'Rosa Strand, Otto Falk'].map(
      (two) => `<li>${two}</li>`,
    )
    const { names, relations } = committee(`<ul>${items.join('')}</ul>`)
    expect(names).toEqual(people.map((name) => `person ${name}`))
    expect(relations.filter((one) => one.includes('works_for'))).toEqual([])
  })
})
