import { expect, test } from 'vitest'
import { couponOrder } from '../support/coupon-fixtures.ts'
import { makeStation } from '../support/fixtures.ts'
import { gplRequest } from '../support/gpl-fixtures.ts'
import { BAD, completed, makeModel } from '../support/inspection-fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const place = ({ db }: World) => makeStation(db, { code: 'ZZ1', name: 'Ponte', email: 'ponte@example.it' })
const made = async (who: Caller, path: string, body: object) => {
  const answer = await who.post(path, body)
  if (answer.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
/** The mails to an address: subject, and the text line by line. */
const mailsTo = async (world: World, address: string) =>
  (await world.mails()).filter(({ to }) => to === address).map(({ subject, text }) => [subject, ...text!.split('\n').filter(Boolean)])

test('the mail of a verifica says station, inspector, outcome and non-conformities each under its name', () =>
  inWorld(async (world) => {
    world.lookAway()
    const ivan = await world.as('ispettore')
    const { id_year, id_number } = await completed(ivan, await makeModel(ivan, 'VALORI'), (await place(world)).id, BAD)
    const number = `${id_year}/${id_number}`
    expect(await mailsTo(world, 'ponte@example.it')).toEqual([
      [
        `[Verifica ${number}] Non conforme – ZZ1 Ponte`,
        `Verifica ${number} – Modello VALORI`,
        'Punto vendita: ZZ1 Ponte, Fidenza (PR)',
        'Ispettore: Ivan Ispettore',
        'Esito: Non conforme, punteggio 25,0',
        'Non conformità – Lieve: 0, Grave: 1, Critica: 0',
        `http://piazzale.test/verifiche/${id_year}-${id_number}`,
      ],
    ])
  }))

test('the mail of vouchers says of which order they are, how many, how much and until when', () =>
  inWorld(async (world) => {
    world.lookAway()
    const conti = await world.as('contabilita')
    const order = await made(conti, '/coupons', { ...couponOrder, emails: 'ordini@example.it', expires_at: '2031-09-30' })
    await conti.put(`/coupons/${order.id}`, { rev: order.rev, status: 'paid', paid_at: '2026-10-11' })
    await conti.post(`/coupons/${order.id}/issue`)
    await world.prints()
    expect(await mailsTo(world, 'ordini@example.it')).toEqual([
      [
        `Buoni carburante – ordine ${order.number}`,
        'Gentile cliente,',
        `in allegato i buoni carburante dell'ordine ${order.number}: 5 buoni per 130,00 €.`,
        'I buoni scadono il 30/09/2031. Ciascuno si presenta una volta sola, stampato o sul telefono.',
        'Cordiali saluti',
      ],
    ])
  }))

test('who is called to a GPL course reads its day, hours and place, and the number of the own request', () =>
  inWorld(async (world) => {
    world.lookAway()
    const [conti, station_id] = [await world.as('contabilita'), (await place(world)).id]
    const hours = { date: '2031-02-20', start: '09:15', end: '11:45' }
    const course = await made(conti, '/gpl-course-calendar', { ...hours, station_id, place: 'Sala A', teacher: 'Elio Sarti', seats: 9 })
    const { id, number } = await made(conti, '/gpl-cards-requests', { ...gplRequest, station_id })
    await conti.edit(`/gpl-cards-requests/${id}`, { course_id: course.id })
    expect((await mailsTo(world, 'mario.rossi@example.it')).at(-1)).toEqual([
      `Convocazione corso GPL – ${number}`,
      'Gentile Mario,',
      'sei convocato al corso per il rifornimento self-service di GPL.',
      'Corso del 20/02/2031, dalle 09:15 alle 11:45, presso Ponte, Via Cantù 7, Fidenza, Sala A.',
      `Richiesta ${number}`,
    ])
  }))
