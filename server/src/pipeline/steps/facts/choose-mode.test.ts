import { expect, it } from 'vitest'
import { chooseMode, type PageSituation } from './choose-mode.ts'

const fresh: PageSituation = {
  recipe: undefined,
  is_recipe_check: false,
  has_model: true,
  is_covered: false,
  changed_blocks: undefined,
}

it.for<[string, Partial<PageSituation>, string, string]>([
  ['an active recipe', { recipe: 2 }, 'deterministic', 'recipe version 2 reads its template'],
  [
    'an active recipe without a model',
    { recipe: 2, has_model: false },
    'deterministic',
    'recipe version 2 reads its template',
  ],
  ['a recipe whose check is due', { recipe: 2, is_recipe_check: true }, 'agentic', 'recipe version 2 is checked'],
  [
    'a check that nobody can make',
    { recipe: 2, is_recipe_check: true, has_model: false },
    'deterministic',
    'recipe version 2 reads its template',
  ],
  ['no model', { has_model: false }, 'deterministic', 'no model is configured'],
  ['no model, and covered', { has_model: false, is_covered: true }, 'deterministic', 'no model is configured'],
  ['structured data says it all', { is_covered: true }, 'deterministic', 'structured data covers the page'],
  ['only something gone', { changed_blocks: 0 }, 'deterministic', 'nothing new to read'],
  ['a change', { changed_blocks: 3 }, 'agentic', 'the model reads 3 changed blocks'],
  ['a new page', {}, 'agentic', 'the model reads the page'],
])('%s', ([, situation, mode, reason]) => {
  expect(chooseMode({ ...fresh, ...situation })).toEqual({ mode, reason })
})
