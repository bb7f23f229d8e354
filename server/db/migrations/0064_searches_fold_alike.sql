-- What `fold` of src/contract/kernel/fold.ts does, letter by letter (tests/api/core/searches-alike.test.ts compares them); the letters are in both cases,
-- since `lower` of some locales knows ASCII alone. Most texts are ASCII and are done at once.
create function folded(typed text) returns text language plpgsql immutable parallel safe cost 5 as $$
begin
  if octet_length(typed) = length(typed) then
    return lower(typed);
  end if;
  return lower(replace(replace(replace(replace(replace(replace(replace(replace(translate(regexp_replace(normalize(typed, NFD), U&'[\0300-\036f]+', '', 'g'), 'ªºÐØðøĐđĦħıĸĿŀŁłŉŊŋŦŧſƀƁƂƃƄƆƇƈƉƊƋƌƎƏƐƑƒƓƔƖƗƘƙƚƜƝƞƟƢƤƥƦƧƩƫƬƭƮƱƲƳƴƵƶƷƸƼǤǥǶǷȜȠȡȢȤȥȴȵȶȷȺȻȼȽȾȿɀɁɃɄɅɆɇɈɉɊɋɌɍɎɏẚẜẝỺỼỾɓɖɗɠɨɲɵʈʉʋⱠⱢⱣⱤⱥⱦⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿÆÞßĲŒǄǅǆǱǲǇǈǊǋ', 'aodododdhhikllllnnnttsbbbbƅɔccddddǝəɛffgɣɩikklɯnnoƣppʀƨʃttttʊvyyzzʒƹƽggƕƿȝndȣzzlntjaccltszɂbuʌeejjqqrryyassỻỽỿbddginotuvⱡɫᵽɽatⱨⱪⱬɑɱɐɒⱳⱶszæþẞĳœǳǳǳǳǳǉǉǌǌ'), 'æ', 'ae'), 'þ', 'th'), 'ẞ', 'ss'), 'ĳ', 'ij'), 'œ', 'oe'), 'ǳ', 'dz'), 'ǉ', 'lj'), 'ǌ', 'nj'));
end
$$;
--> statement-breakpoint
DROP INDEX "banks_sort";--> statement-breakpoint
DROP INDEX "cards_words";--> statement-breakpoint
DROP INDEX "cards_by_number";--> statement-breakpoint
DROP INDEX "cards_by_plate";--> statement-breakpoint
DROP INDEX "cards_by_plate_back";--> statement-breakpoint
DROP INDEX "customers_by_name";--> statement-breakpoint
DROP INDEX "customers_named";--> statement-breakpoint
DROP INDEX "customers_by_city";--> statement-breakpoint
DROP INDEX "customers_words";--> statement-breakpoint
DROP INDEX "coupon_orders_name";--> statement-breakpoint
DROP INDEX "coupon_orders_words";--> statement-breakpoint
DROP INDEX "dispensers_plate";--> statement-breakpoint
DROP INDEX "fire_extinguishers_plate";--> statement-breakpoint
DROP INDEX "network_devices_plate";--> statement-breakpoint
DROP INDEX "oil_separators_plate";--> statement-breakpoint
DROP INDEX "pos_plate";--> statement-breakpoint
DROP INDEX "station_devices_plate";--> statement-breakpoint
DROP INDEX "tanks_plate";--> statement-breakpoint
DROP INDEX "expirations_by_message";--> statement-breakpoint
DROP INDEX "gpl_card_requests_lastname";--> statement-breakpoint
DROP INDEX "gpl_card_requests_words";--> statement-breakpoint
DROP INDEX "managers_by_lastname";--> statement-breakpoint
DROP INDEX "station_employees_by_lastname";--> statement-breakpoint
DROP INDEX "competitors_name";--> statement-breakpoint
DROP INDEX "competitors_city";--> statement-breakpoint
DROP INDEX "ecommerce_products_by_name";--> statement-breakpoint
DROP INDEX "ecommerce_products_by_code";--> statement-breakpoint
DROP INDEX "stations_name";--> statement-breakpoint
DROP INDEX "stations_by_code";--> statement-breakpoint
DROP INDEX "stations_by_city";--> statement-breakpoint
DROP INDEX "stations_by_province";--> statement-breakpoint
CREATE INDEX "banks_sort" ON "banks" USING btree (folded("name"),"id");--> statement-breakpoint
CREATE INDEX "cards_words" ON "cards" USING gin (to_tsvector('simple', regexp_replace(folded(coalesce("plate"::text, '') || ' ' || coalesce("holder"::text, '') || ' ' || coalesce(right("number", 6)::text, '')) || ' ' || translate(folded(coalesce("plate"::text, '') || ' ' || coalesce("holder"::text, '') || ' ' || coalesce(right("number", 6)::text, '')), '''’‘ʼ`´′‐‑-', ''), '[^a-z0-9]+', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "cards_by_number" ON "cards" USING btree (folded("number"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_by_plate" ON "cards" USING btree (folded("plate"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_by_plate_back" ON "cards" USING btree (folded("plate") desc nulls last,"id" desc) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree (folded("denomination"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_named" ON "customers" USING btree (folded("denomination"),"id");--> statement-breakpoint
CREATE INDEX "customers_by_city" ON "customers" USING btree (folded("city"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_words" ON "customers" USING gin (to_tsvector('simple', regexp_replace(folded(coalesce("denomination"::text, '') || ' ' || coalesce("code"::text, '') || ' ' || coalesce("piva"::text, '') || ' ' || coalesce("fiscalCode"::text, '') || ' ' || coalesce("email"::text, '') || ' ' || coalesce("city"::text, '')) || ' ' || translate(folded(coalesce("denomination"::text, '') || ' ' || coalesce("code"::text, '') || ' ' || coalesce("piva"::text, '') || ' ' || coalesce("fiscalCode"::text, '') || ' ' || coalesce("email"::text, '') || ' ' || coalesce("city"::text, '')), '''’‘ʼ`´′‐‑-', ''), '[^a-z0-9]+', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "coupon_orders_name" ON "coupon_orders" USING btree (folded("businessName"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "coupon_orders_words" ON "coupon_orders" USING gin (to_tsvector('simple', regexp_replace(folded(coalesce("number"::text, '') || ' ' || coalesce("businessName"::text, '') || ' ' || coalesce("fiscalCode"::text, '') || ' ' || coalesce("piva"::text, '') || ' ' || coalesce("emails"::text, '') || ' ' || coalesce("city"::text, '')) || ' ' || translate(folded(coalesce("number"::text, '') || ' ' || coalesce("businessName"::text, '') || ' ' || coalesce("fiscalCode"::text, '') || ' ' || coalesce("piva"::text, '') || ' ' || coalesce("emails"::text, '') || ' ' || coalesce("city"::text, '')), '''’‘ʼ`´′‐‑-', ''), '[^a-z0-9]+', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "dispensers_plate" ON "dispensers" USING gin (to_tsvector('simple', regexp_replace(folded(coalesce("number"::text, '')) || ' ' || translate(folded(coalesce("number"::text, '')), '''’‘ʼ`´′‐‑-', ''), '[^a-z0-9]+', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "fire_extinguishers_plate" ON "fire_extinguishers" USING gin (to_tsvector('simple', regexp_replace(folded(coalesce("number"::text, '')) || ' ' || translate(folded(coalesce("number"::text, '')), '''’‘ʼ`´′‐‑-', ''), '[^a-z0-9]+', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "network_devices_plate" ON "network_devices" USING gin (to_tsvector('simple', regexp_replace(folded(coalesce("serial"::text, '')) || ' ' || translate(folded(coalesce("serial"::text, '')), '''’‘ʼ`´′‐‑-', ''), '[^a-z0-9]+', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "oil_separators_plate" ON "oil_separators" USING gin (to_tsvector('simple', regexp_replace(folded(coalesce("number"::text, '')) || ' ' || translate(folded(coalesce("number"::text, '')), '''’‘ʼ`´′‐‑-', ''), '[^a-z0-9]+', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "pos_plate" ON "pos" USING gin (to_tsvector('simple', regexp_replace(folded(coalesce("serial"::text, '') || ' ' || coalesce("tml"::text, '')) || ' ' || translate(folded(coalesce("serial"::text, '') || ' ' || coalesce("tml"::text, '')), '''’‘ʼ`´′‐‑-', ''), '[^a-z0-9]+', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "station_devices_plate" ON "station_devices" USING gin (to_tsvector('simple', regexp_replace(folded(coalesce("number"::text, '')) || ' ' || translate(folded(coalesce("number"::text, '')), '''’‘ʼ`´′‐‑-', ''), '[^a-z0-9]+', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "tanks_plate" ON "tanks" USING gin (to_tsvector('simple', regexp_replace(folded(coalesce("number"::text, '')) || ' ' || translate(folded(coalesce("number"::text, '')), '''’‘ʼ`´′‐‑-', ''), '[^a-z0-9]+', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "expirations_by_message" ON "expirations" USING btree (folded("message"),"id");--> statement-breakpoint
CREATE INDEX "gpl_card_requests_lastname" ON "gpl_card_requests" USING btree (folded("lastname"),"id");--> statement-breakpoint
CREATE INDEX "gpl_card_requests_words" ON "gpl_card_requests" USING gin (to_tsvector('simple', regexp_replace(folded(coalesce("number"::text, '') || ' ' || coalesce("name"::text, '') || ' ' || coalesce("lastname"::text, '') || ' ' || coalesce("fiscalCode"::text, '') || ' ' || coalesce("businessName"::text, '') || ' ' || coalesce("plate"::text, '') || ' ' || coalesce("city"::text, '')) || ' ' || translate(folded(coalesce("number"::text, '') || ' ' || coalesce("name"::text, '') || ' ' || coalesce("lastname"::text, '') || ' ' || coalesce("fiscalCode"::text, '') || ' ' || coalesce("businessName"::text, '') || ' ' || coalesce("plate"::text, '') || ' ' || coalesce("city"::text, '')), '''’‘ʼ`´′‐‑-', ''), '[^a-z0-9]+', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "managers_by_lastname" ON "managers" USING btree (folded("lastname"),"id");--> statement-breakpoint
CREATE INDEX "station_employees_by_lastname" ON "station_employees" USING btree (folded("lastname"),"id");--> statement-breakpoint
CREATE INDEX "competitors_name" ON "competitors" USING btree (folded("name"),"id");--> statement-breakpoint
CREATE INDEX "competitors_city" ON "competitors" USING btree (folded("city"),"id");--> statement-breakpoint
CREATE INDEX "ecommerce_products_by_name" ON "ecommerce_products" USING btree (folded("name"),"id");--> statement-breakpoint
CREATE INDEX "ecommerce_products_by_code" ON "ecommerce_products" USING btree (folded("code"),"id");--> statement-breakpoint
CREATE INDEX "stations_name" ON "stations" USING btree (folded("name"),"id");--> statement-breakpoint
CREATE INDEX "stations_by_code" ON "stations" USING btree (folded("code"),"id");--> statement-breakpoint
CREATE INDEX "stations_by_city" ON "stations" USING btree (folded("city"),"id");--> statement-breakpoint
CREATE INDEX "stations_by_province" ON "stations" USING btree (folded("province"),"id");
--> statement-breakpoint
-- Stored texts are folded anew where they have letters that were left as they stood.
update stations set search_text = folded(search_text) where search_text <> folded(search_text);
--> statement-breakpoint
update mimit_stations set search_text = folded(search_text) where search_text <> folded(search_text);
--> statement-breakpoint
-- As `indexTickets` in server/resources/tickets/search-index.ts does.
with rare as (select '[\u00aa\u00ba\u00c6\u00d0\u00de\u00e6\u00fe\u0132\u0133\u0138\u0149-\u014b\u0152\u0153\u017f-\u0217\u021c-\u024f\u0253-\u028b\u0300-\u036f\u1e00-\u1eff]' as letters),
these as (
  select t.id from tickets t left join stations s on s.id = t.station_id, rare
    where concat_ws(' ', t.subject, t.description, t.resolution, s.code, s.name, s.city) ~ rare.letters
  union select c.ticket_id from ticket_comments c, rare where c.message ~ rare.letters
  union select f.ticket_id from ticket_files f, rare where f.original_name ~ rare.letters
),
texts as (
  select t.id,
    concat_ws(' ', t.subject, t.description, t.resolution, s.code, s.name, s.city) as own,
    (select concat_ws(' ', string_agg(c.message, ' ' order by c.id desc) filter (where not c.internal), string_agg(c.message, ' ' order by c.id desc) filter (where c.internal))
      from ticket_comments c where c.ticket_id = t.id) as all_said,
    (select string_agg(c.message, ' ' order by c.id desc) from ticket_comments c where c.ticket_id = t.id and not c.internal) as said,
    (select string_agg(f.original_name, ' ') from ticket_files f where f.ticket_id = t.id) as all_named,
    (select string_agg(f.original_name, ' ') from ticket_files f left join ticket_comments c on c.id = f.comment_id
      where f.ticket_id = t.id and not coalesce(c.internal, false)) as named
  from tickets t left join stations s on s.id = t.station_id where t.id in (select id from these)
),
stems as (
  select id,
    strip(to_tsvector('italian', left(regexp_replace(folded(concat_ws(' ', own, said, named)), '[^a-z0-9]+', ' ', 'g'), 400000))) as said,
    strip(to_tsvector('italian', left(regexp_replace(folded(concat_ws(' ', own, all_said, all_named)), '[^a-z0-9]+', ' ', 'g'), 400000))) as all_words
  from texts
)
update ticket_words w set said = nullif(stems.said, stems.all_words), all_words = stems.all_words from stems where w.ticket_id = stems.id;
