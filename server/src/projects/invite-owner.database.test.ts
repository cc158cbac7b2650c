import { expect, it } from 'vitest'
import { startTestService } from '../../test/support/harness.ts'
import { inviteOwner } from './invite-owner.ts'

const { call, service, makeProject } = await startTestService()
const invite = (wanted?: string) => service.db.transaction((tx) => inviteOwner(tx, wanted))

it('makes an owner of the only project, or of the one that is named, and lists them otherwise', async () => {
  expect(await invite()).toMatchObject({ project: 'default' })
  const { id, key } = await makeProject('Harbour')
  await expect(invite()).rejects.toThrow(/^choose one by --project: "default" \([\w-]+\), "Harbour" \([\w-]+\)$/)
  await expect(invite('Harbor')).rejects.toThrow('no project is called "Harbor"; choose one by --project: "default"')
  const owners = async () =>
    (await call('GET', '/v1/project/invites', { key })).body.invites.filter(
      ({ role }: { role: string }) => role === 'owner',
    )
  const before = await owners()
  for (const wanted of ['Harbour', id])
    expect(await invite(wanted)).toEqual({ project: 'Harbour', token: expect.stringMatching(/^inv_/) })
  expect(await owners()).toHaveLength(before.length + 2)
  await makeProject('Harbour')
  await expect(invite('Harbour')).rejects.toThrow(`choose one by --project: "Harbour" (${id}), "Harbour" (`)
})
