import { type SQL, sql } from 'drizzle-orm'

/** A rule that stored records keep (docs/spec/overview.md#self-checks). `broken` gives the records that do not, as `name`. */
export interface Rule {
  key: string
  rule: string
  broken: SQL
}
const TICKET = sql`t.id_year || '/' || t.id_number`
const live = sql`deleted_at is null`

export const rules: readonly Rule[] = [
  {
    key: 'managements',
    rule: 'Un punto vendita ha una sola gestione alla volta.',
    broken: sql`select distinct s.code as name from managements a join managements b on b.station_id = a.station_id and b.id > a.id
      and daterange(a."from", coalesce(a.ended_at, a."expirationManager")) && daterange(b."from", coalesce(b.ended_at, b."expirationManager"))
      join stations s on s.id = a.station_id where a.deleted_at is null and b.deleted_at is null`,
  },
  {
    key: 'customers',
    rule: 'Un cliente disattivato non ha tessere attive.',
    broken: sql`select distinct c.code as name from cards k join customers c on c.id = k.customer_id
      where k.status = 'active' and not c.active and k.deleted_at is null`,
  },
  {
    key: 'replaced',
    rule: 'Una tessera sostituita indica quella nuova, dello stesso cliente e dello stesso tipo.',
    broken: sql`select '…' || right(k.number, 6) as name from cards k left join cards n on n.id = k.replaced_by_id
      where k.deleted_at is null and ((k.status = 'replaced') <> (n.id is not null) or n.customer_id <> k.customer_id or n.type <> k.type)`,
  },
  {
    key: 'closed',
    rule: 'Un ticket chiuso ha la data di chiusura, e uno aperto non è più «nuovo» dopo il primo passaggio.',
    broken: sql`select ${TICKET} as name from tickets t where ${live} and ((status_id = 5) <> (completed_at is not null) or (is_new and status_id <> 1))`,
  },
  {
    key: 'inspections',
    rule: 'Una verifica completata ha il suo numero, la versione del modello e la data di fine.',
    broken: sql`select coalesce(id_year || '/' || id_number, 'senza numero, ' || model_name) as name from inspections t
      where ${live} and status = 'completed' and (id_number is null or model_version is null or completed_at is null)`,
  },
  {
    key: 'prices',
    rule: 'Ogni prezzo è maggiore di zero.',
    broken: sql`select s.code as name from prices p join stations s on s.id = p.station_id where p.price <= 0`,
  },
  {
    key: 'vouchers',
    rule: 'Un ordine emesso ha i buoni che dice, per il valore che dice.',
    broken: sql`select o.number as name from coupon_orders o
      left join lateral (select count(*) as made, sum(denomination) as worth from coupons where order_id = o.id) v on true
      where ${live} and o.status in ('issued', 'sent') and (v.made <> o.vouchers or v.worth <> o.total)`,
  },
  {
    key: 'courses',
    rule: 'Un corso GPL non ha più iscritti che posti.',
    broken: sql`select c.title || ' (' || to_char(c.date, 'DD/MM/YYYY') || ')' as name from gpl_courses c
      where c.seats < (select count(*) from gpl_card_requests where course_id = c.id and status in ('WAITING_COURSE', 'COMPLETED'))`,
  },
  {
    key: 'gpl',
    rule: 'Una richiesta GPL completata ha la sua tessera GPL.',
    broken: sql`select r.number as name from gpl_card_requests r left join cards k on k.id = r.card_id
      where r.status = 'COMPLETED' and k.type is distinct from 'gpl'`,
  },
  {
    key: 'cash',
    rule: 'Il fondo cassa di una gestione non scende sotto zero.',
    broken: sql`select m."businessName" as name from cash_funds f join managements m on m.id = f.management_id
      group by m.id having sum(case f.kind when 'restituzione' then -f."cashFundAmount" else f."cashFundAmount" end) < 0`,
  },
  {
    key: 'orders',
    rule: 'Il totale di un ordine è la somma delle sue righe.',
    broken: sql`select o.id_year || '/' || o.id_number as name from ecommerce_orders o
      where o.total <> o.net + o.vat_total or o.net <> (select coalesce(sum(round(price * coalesce(shipped, quantity), 2)), 0) from ecommerce_order_rows where order_id = o.id)`,
  },
  {
    key: 'stock',
    rule: 'Nessun articolo ha una giacenza negativa.',
    broken: sql`select code as name from ecommerce_products where stock < 0`,
  },
  {
    key: 'rights',
    rule: 'Ogni utente abilitato ha almeno un ruolo o un permesso.',
    broken: sql`select email as name from users where ${live} and enabled = 1 and cardinality(roles) = 0 and cardinality(permissions) = 0`,
  },
  {
    key: 'administrator',
    rule: 'C’è almeno un super amministratore abilitato.',
    broken: sql`select 'super amministratore' as name where not exists (select 1 from users where ${live} and enabled = 1 and 'superAdmin' = any(roles))`,
  },
  {
    key: 'manager',
    rule: 'Ogni utente con il ruolo di gestore è collegato a un gestore.',
    broken: sql`select email as name from users u where ${live} and enabled = 1 and 'manager' = any(roles)
      and not exists (select 1 from managers m where m.user_id = u.id and m.deleted_at is null)`,
  },
]
