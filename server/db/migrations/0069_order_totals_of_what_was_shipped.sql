-- The totals of an order that was shipped in part are of what was shipped, as `orderTotals` has them: VAT is rounded once for each rate.
WITH bases AS (
	SELECT "order_id", "vat", sum(round("price" * coalesce("shipped", "quantity"), 2)) AS base FROM "ecommerce_order_rows"
	WHERE "order_id" IN (SELECT "order_id" FROM "ecommerce_order_rows" WHERE "shipped" < "quantity")
	GROUP BY "order_id", "vat"
), sums AS (
	SELECT "order_id", sum(base) AS net, sum(round(base * "vat"::numeric / 100, 2)) AS vat_total FROM bases GROUP BY "order_id"
)
UPDATE "ecommerce_orders" o SET "net" = s.net, "vat_total" = s.vat_total, "total" = s.net + s.vat_total FROM sums s WHERE s."order_id" = o."id";
