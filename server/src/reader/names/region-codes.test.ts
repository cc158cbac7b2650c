import { expect, it } from 'vitest'
import { findNames } from './find-names.ts'

const placesIn = (text: string) => {
  const blocks = [{ start: 0, end: text.length, kind: 'paragraph' as const, is_main: true, is_own: true, level: 0 }]
  return findNames({ text, blocks, title: null, language: 'en' })
    .filter(({ kind }) => kind === 'location')
    .map(({ name }) => name)
}

it.each([
  ['The band plays the Benson Arena, Tampa, FL on Friday, and goes home.', 'Florida'],
  ['Write to Ada Berg, 12 Main Street, Portland, OR 97201, before the end of May.', 'Oregon'],
  ['She grew up near Toronto, ON, and studied law there.', 'Ontario'],
])('reads the state behind a town: %s', (text, region) => {
  expect(placesIn(text)).toContain(region)
})

it.each([
  ['Ann Lee, MD, has treated patients since 1990.', 'Maryland'],
  ['Press the button, OK, and the window closes.', 'Oklahoma'],
  ['The train to Portland, OR the bus, leaves at noon.', 'Oregon'],
])('takes a word in capitals for no state elsewhere: %s', (text, region) => {
  expect(placesIn(text)).not.toContain(region)
})
