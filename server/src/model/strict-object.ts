/** A schema in the form that all providers accept: no open objects, nothing optional. */
export const strictObject = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
