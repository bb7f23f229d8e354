ALTER TABLE "oil_separators" ADD COLUMN "company" text;--> statement-breakpoint
ALTER TABLE "oil_separators" ADD COLUMN "fir_number" text;--> statement-breakpoint
CREATE UNIQUE INDEX "oil_separators_number" ON "oil_separators" USING btree ("station_id","number");