export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`
