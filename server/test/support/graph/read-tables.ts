import { parquetReadObjects } from 'hyparquet'
import readSheets from 'read-excel-file/node'

// Tables as other programs read them.

export const readParquet = (file: ArrayBuffer): Promise<Record<string, unknown>[]> => parquetReadObjects({ file })

export async function readWorkbook(file: ArrayBuffer | Buffer): Promise<{ sheet: string; rows: unknown[][] }[]> {
  const sheets = await readSheets(Buffer.from(file as ArrayBuffer), { trim: false })
  return sheets.map(({ sheet, data }) => ({ sheet, rows: data }))
}
