import { expect, it } from 'vitest'
import { asDatabaseError } from '../platform/db/database.ts'
import { explainFailure } from './report-work.ts'

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })

it.each([
  withCode('terminating connection due to administrator command', '57P01'),
  // What is seen of the same by a program that was writing, or had nothing to say, just then.
  withCode('write EPIPE', 'EPIPE'),
  withCode('read ECONNRESET', 'ECONNRESET'),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
])('a connection that ends in the midst of the work is a database that was stopped: %s', (error) => {
  expect(explainFailure(asDatabaseError(error))).toEqual({
    message: 'the database was stopped meanwhile; try again',
    code: 'database',
  })
})

it.each([
  withCode('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED'),
  new Error('Connection terminated due to connection timeout'),
])('a database that is not there cannot be reached: %s', (error) => {
  expect(explainFailure(asDatabaseError(error)).message).toBe(
    `the database cannot be reached or used: ${error.message}`,
  )
})
