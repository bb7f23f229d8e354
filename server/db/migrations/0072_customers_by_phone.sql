CREATE INDEX "customers_phone" ON "customers" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "customers_mobile" ON "customers" USING btree ("mobile");