import createClient from 'openapi-fetch'
import type { paths } from 'piazzale-api'

/**
 * A foreign client: it knows only the types generated from the API description (`piazzale-api`; see `client.test.ts`). It signs in,
 * plans an inspection with the first active model at the station that a search finds, and reads it.
 */
export async function visit(baseUrl: string, email: string, password: string, plan: { day: string; station: string }) {
  const api = createClient<paths>({ baseUrl })
  const session = await api.POST('/auth/login', { body: { email, password } })
  if (!session.data) return { refused: session.error.message }
  const { token, user_id } = session.data.data
  api.use({ onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${token}`) })

  const models = await api.GET('/inspection/model', { params: { query: { status: ['active'], per_page: 5 } } })
  const stations = await api.GET('/suggestions/stations', { params: { query: { search: plan.station } } })
  // With `is_paginated: 0` the answer would be the plain list.
  const listed = models.data?.data
  const [model] = Array.isArray(listed) ? listed : (listed?.data ?? [])
  const station = stations.data?.data[0]
  if (!model || !station) return { refused: 'Niente da pianificare' }

  const body = { model_id: model.id, station_id: station.id, scheduled_at: plan.day, inspector_id: user_id }
  const planned = await api.POST('/inspection', { body })
  if (!planned.data) return { refused: planned.error.message }
  const read = await api.GET('/inspection/{id}', { params: { path: { id: planned.data.data.id } } })
  if (!read.data) return { refused: read.error.message }
  const { id, rev, status, scheduled_at, model_name, inspector, files } = read.data.data
  const day: string | null = scheduled_at
  return { id, rev, status, day, model_name, inspector: inspector.name, at: read.data.data.station.id, station, files: files.length }
}
