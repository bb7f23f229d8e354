DROP INDEX "users_email";--> statement-breakpoint
DROP INDEX "users_fiscal_code";--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_fiscal_code" ON "users" USING btree ("fiscalCode") WHERE "users"."deleted_at" is null;