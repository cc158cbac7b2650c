/** Compiles the embedded database once, without optimising: these processes are too short-lived to profit. */
export const shortLived = ['--liftoff-only']
