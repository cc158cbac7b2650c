import { hash, verify } from '@node-rs/argon2'

// argon2id, 19 MiB, two passes: about 36 ms on a thread of the pool.
const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

let hashOfNobody: Promise<string> | undefined

export function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

/** Takes as long for an unknown email, so that the time does not reveal which emails exist. */
export async function isPasswordOf(user: { password_hash: string } | undefined, password: string): Promise<boolean> {
  if (user) return verify(user.password_hash, password)
  hashOfNobody ??= hashPassword('nobody has this password')
  await verify(await hashOfNobody, password)
  return false
}
