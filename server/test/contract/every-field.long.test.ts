import { testFields } from './test-fields.ts'

await testFields({ one_in: 1 })
