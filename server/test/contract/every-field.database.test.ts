import { testFields } from './test-fields.ts'

// One value in eight, so that each value is given to some field. All of them: every-field.long.test.ts.

await testFields({ one_in: 8 })
