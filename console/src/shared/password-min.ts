/** The fewest characters of a password, as the contract has it. */
export const passwordMin = 10
