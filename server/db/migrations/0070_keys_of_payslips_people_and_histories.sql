DROP INDEX "pay_documents_newest";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_key" text GENERATED ALWAYS AS (folded("name")) STORED;--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (name_key,"id");--> statement-breakpoint
CREATE INDEX "model_history_of_user" ON "model_history" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "model_history_created" ON "model_history" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "pay_documents_newest" ON "pay_documents" USING btree ("kind","year",coalesce("month", 0),"id") WHERE "pay_documents"."published_at" is not null;