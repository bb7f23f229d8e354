import * as v from 'valibot'
import { listQuery } from '../kernel/crud.ts'
import { get, resource } from '../kernel/endpoint.ts'
import { date } from '../kernel/fields.ts'
import { priceFilters } from './prices.ts'

/** Prices as PDFs: those in force at the end of `date` in Rome, or now if `date` is today or missing. */
const NO_STATION = 'Parametro id distributore non passato correttamente.'
const id = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(Number),
  v.integer(NO_STATION),
  v.minValue(1, NO_STATION),
  v.maxValue(2_147_483_647, NO_STATION),
)
const day = { date: date('Data') }
const { date: _, at: __, ...filters } = priceFilters
/** Selects among the caller's stations, with the filters of the price list. */
const query = v.object({ search: listQuery.search, query: listQuery.query, ...filters })
const paper = { envelope: 'blob', policy: 'prices.read' } as const

export const pricePdfs = resource('price_pdfs', {
  /** "Cartello prezzi" of a station, A4 portrait. */
  sign: get('/prices/stations/pdf/{id}', { params: v.object({ id }), ...paper }),
  signOn: get('/prices/stations/pdf/{id}/{date}', { params: v.object({ id, ...day }), ...paper }),
  /** "Riepilogo prezzi rete", A4 landscape: one line per station the caller may see. */
  network: get('/prices/stations/pdf/multi', { query, ...paper }),
  networkOn: get('/prices/stations/pdf/multi/{date}', { params: v.object(day), query, ...paper }),
  /** "Listino e storico" of a station: its prices and their changes in the 60 days before. */
  history: get('/prices/stations/pdf/single/{id}', { params: v.object({ id }), ...paper }),
  historyOn: get('/prices/stations/pdf/single/{id}/{date}', { params: v.object({ id, ...day }), ...paper }),
})
