const shape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text may be the id of an entity. */
export const isEntityId = (text: string): boolean => shape.test(text)
