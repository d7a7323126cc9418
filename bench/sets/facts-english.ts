/** Three colleagues who also live in the same village: exact facts, some of them replaced later. */
export const FACTS_ENGLISH = `
Priya: For the parcel tracker, which port do I open in the firewall?
* Marcus: The parcel tracker listens on 8431 on staging.
? port | Which port did the parcel tracker listen on first, on staging? | 8431

* Lena: Where do the nightly dumps of the orders database go?
* Marcus: /srv/vault/orders/nightly on the old backup host, until we move it.
? path | Where did the nightly dumps of the orders database go on the old backup host? | /srv/vault/orders/nightly

* Marcus: The vet's practice has an emergency line, save it.
* Marcus: It's 01632 960417, nights and Sundays.
Priya: Saved.
? phone | What is the number of the vet's emergency line? | 01632 960417

Priya: Which version of the colour profile library do we pin?
* Lena: prismatic 2.14.3, because 2.15 changes the rounding.
? version | Which version of prismatic do we pin? | 2.14.3

Lena: The invoice from the roof repair is in.
* Lena: Roof repair comes to 4,318.50 including the scaffold.
Marcus: That hurts.
? amount | How much does the roof repair cost including the scaffold? | 4,318.50

Marcus: Ticket for the login loop on tablets?
* Priya: I filed the login loop as AUR-2207 and put you on it.
? identifier | Which ticket is the login loop on tablets? | AUR-2207

* Priya: Who is our contact at the card acquirer?
* Lena: Dagmar Ohlsson, she answers before lunch only.
? name | Who is our contact at the card acquirer? | Dagmar Ohlsson

Lena: The boiler has a serial number, the engineer wants it before he comes.
* Lena: Serial of the boiler: VX40-77183-C, it's on the left side.
? identifier | What is the serial number of the boiler? | VX40-77183-C

* Marcus: When does the certificate of the customer portal run out?
* Priya: On 2024-11-23, I put a reminder two weeks before.
? date | When did the old certificate of the customer portal run out, before it was renewed? | 2024-11-23

Priya: How many rows did the address migration touch?
* Marcus: The address migration touched 1,284,906 rows and skipped eleven.
? number | How many rows did the address migration touch? | 1,284,906

Lena: Car club: which bay is our car in?
* Priya: Bay 47, lower deck, the code for the barrier is 6093.
? number | What is the code for the barrier at the car club? | 6093

* Marcus: The flag for the new basket, what's it called?
* Lena: It's basket_v2_shadow, and it is on for one per cent.
? identifier | What is the flag for the new basket called? | basket_v2_shadow

Priya: Parcel tracker again: staging moved hosts.
* Marcus: Since the move the parcel tracker is on 8517, the old port is closed.
? port | Which port is the parcel tracker on since staging moved hosts? | 8517

Lena: How do I get into the meter cupboard?
* Marcus: The key of the meter cupboard hangs in the blue tin, tag number 318.
? number | What is the tag number of the key of the meter cupboard? | 318 | meter cupboard

* Marcus: Where's the config of the label printer?
* Priya: /etc/printd/labels/zebra-left.conf, the right one has a file of its own.
? path | In which file is the config of the label printer on the left? | /etc/printd/labels/zebra-left.conf

Priya: The locksmith gave me a quote for the cellar.
* Priya: Locksmith wants 389 for the cellar door with two cylinders, tax included.
Lena: Take it.
? amount | What does the locksmith want for the cellar door? | 389

Lena: Which Node version do the build agents run now?
* Marcus: The build agents are on 20.11.1 since this morning, image and all.
? version | Which Node version do the build agents run? | 20.11.1

Marcus: Flight for the conference in Tallinn, do you have the booking?
* Lena: Booking code for Tallinn is QX7RLM, seats are together.
? identifier | What is the booking code for Tallinn? | QX7RLM

* Priya: The piano teacher moved, I need the new address.
* Lena: 14 Curlew Row, the door with the brass fish.
? name | What is the new address of the piano teacher? | 14 Curlew Row

Lena: The dumps have moved, note it please.
* Marcus: The nightly dumps of the orders database now go to /mnt/granite/pg/orders, the vault path is read-only.
? path | Where do the nightly dumps of the orders database go now? | /mnt/granite/pg/orders

Marcus: What's the limit on uploads in the claims form?
* Priya: The claims form takes 37 megabytes per upload, a strange number but that's what legal signed.
? number | How many megabytes per upload does the claims form take? | 37 megabytes

Priya: My sister's new mobile, in case you need her for the keys.
* Priya: Anjali is on 07700 900358 now, the old one is dead.
? phone | What is Anjali's new mobile number? | 07700 900358

* Lena: Who signs for the customs forms at the depot?
* Marcus: A man called Thaddeus Brill, window four.
? name | Who signs for the customs forms at the depot? | Thaddeus Brill

Marcus: When is the audit of the warehouse stock?
* Lena: Warehouse audit is on 9 October, they count from five in the morning.
? date | When is the audit of the warehouse stock? | 9 October

* Priya: Which commit broke the currency rounding?
* Lena: Bisect says 9f3c1ab, a harmless looking cleanup.
? identifier | Which commit broke the currency rounding? | 9f3c1ab

Lena: prismatic: the rounding is fixed upstream.
* Lena: We unpinned and went to prismatic 2.16.0 today, snapshots are green.
? version | To which version did we go when prismatic's rounding was fixed upstream? | 2.16.0

Marcus: Does anybody know the size of the filter for the aquarium pump?
* Priya: The pump takes the 62 by 18 millimetre cartridge, not the round one.
? number | Which cartridge does the aquarium pump take? | 62 by 18 millimetre

Priya: What did we agree with the caterer per head?
* Marcus: The caterer does it for 23.40 per head from fifty people on.
? amount | What does the caterer charge per head? | 23.40

Lena: Which subnet did they give to the scanners?
* Marcus: The scanners have 10.44.16.0/22, gateway at the top.
? identifier | Which subnet do the scanners have? | 10.44.16.0/22

Marcus: The metrics of the recommender, which port scrapes them?
* Lena: Recommender metrics are scraped on 9187, and only from inside.
? port | On which port are the metrics of the recommender scraped? | 9187

Priya: The school changed the secretary's extension.
* Priya: The school office is at extension 5526 from now on.
? phone | What is the extension of the school office now? | 5526

Lena: Caterer again, they put the price up.
* Lena: From this quarter it's 26.10 a head at the caterer's, drinks apart.
? amount | To how much a head did the caterer put the price up? | 26.10

* Marcus: Which table keeps the consent history?
* Priya: gdpr.consent_ledger_archive, partitioned by month, never truncate it.
? identifier | Which table keeps the consent history? | gdpr.consent_ledger_archive

Priya: Certificate of the customer portal is renewed.
* Priya: The portal's new certificate is good until 2025-12-04.
? date | Until when is the new certificate of the customer portal good? | 2025-12-04

Priya: Did someone write down the mileage of the van at the service?
* Marcus: The van had 148,372 on the clock at the service.
? number | What mileage did the van have at the service? | 148,372

Lena: Polling stations are out, where do we vote?
* Lena: We vote in the bowling green pavilion, hall B, number 0271 on the card.
? number | Which number is on the polling card for the bowling green pavilion? | 0271

Marcus: What's the retry limit of the webhook worker these days?
* Priya: The webhook worker gives up after 13 attempts, spread over two days.
? number | After how many attempts does the webhook worker give up? | 13 attempts
`
