import Fastify from 'fastify'
import pg from 'pg'

// What the same answer costs with the same framework and driver and nothing else: no authentication,
// no limits, no validation, one select by primary key.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const { rows } = await pool.query<{ id: string }>('select id from projects limit 1')
const id = rows[0]?.id

const fastify = Fastify({ logger: false })
fastify.get('/v1/project', async () => {
  const { rows } = await pool.query('select id, name from projects where id = $1', [id])
  return rows[0]
})
await fastify.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
