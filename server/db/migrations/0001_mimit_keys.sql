DROP INDEX "mimit_prices_station";--> statement-breakpoint
DROP INDEX "prices_series";--> statement-breakpoint
ALTER TABLE "prices" ALTER COLUMN "source" SET DEFAULT 'manuale';--> statement-breakpoint
CREATE UNIQUE INDEX "mimit_prices_one" ON "mimit_prices" USING btree ("station_id","fuel_raw","self");--> statement-breakpoint
CREATE UNIQUE INDEX "prices_series" ON "prices" USING btree ("station_id","fuel_id","mode","valid_from" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "mimit_stations" DROP COLUMN "manager";