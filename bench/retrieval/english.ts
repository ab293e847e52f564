import type { Language } from './articles.ts';

/** What the English articles are made of. A fact is what is asked for; the rest stands around it, as in any document. */
export const ENGLISH: Language = {
  subjects: [
    ['Blue Door', 'restaurant'],
    ['Kestrel', 'dental clinic'],
    ['Marlow Street', 'library'],
    ['Northgate', 'swimming pool'],
    ['Old Mill', 'hotel'],
    ['Saffron Lane', 'cooking school'],
    ['Harbour View', 'campsite'],
    ['Juniper', 'veterinary practice'],
    ['Silver Birch', 'nursing home'],
    ['Copperfield', 'bookshop'],
    ['Thornbury', 'museum'],
    ['Willow Creek', 'golf club'],
    ['Lantern', 'theatre'],
    ['Ashford', 'driving school'],
    ['Bramble', 'bakery'],
    ['Quarry Park', 'climbing hall'],
    ['Redwood', 'language school'],
    ['Meadowbank', 'nursery'],
    ['Orchard', 'bicycle workshop'],
    ['Pinecrest', 'ski lodge'],
    ['Riverside', 'fitness studio'],
    ['Stonebridge', 'brewery'],
    ['Tamarind', 'spice shop'],
    ['Westwood', 'music academy'],
    ['Yarrow', 'pharmacy'],
    ['Zenith', 'observatory'],
    ['Elmwood', 'tennis club'],
    ['Foxglove', 'garden centre'],
    ['Greystone', 'storage depot'],
    ['Hazel Grove', 'wedding barn'],
  ],
  words: {
    person: [
      'Amelia Hart',
      'Rajiv Menon',
      'Ingrid Solberg',
      'Tomas Novak',
      'Priya Nair',
      'Owen Fletcher',
      'Lucia Romano',
    ],
    day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    place: [
      'the town hall',
      'the post office',
      'the railway station',
      'the old chapel',
      'the fire station',
      'the market',
    ],
    month: ['January', 'March', 'April', 'June', 'September', 'November'],
    metal: ['copper', 'brass', 'oak', 'slate', 'marble', 'wicker'],
  },
  opening: [
    '{name} is a {kind} that many people of the town know well.',
    'This leaflet was written for new guests of {name} and for the staff at the front desk.',
    'Whoever calls {name} for the first time usually asks about the points below.',
  ],
  topics: [
    {
      facts: [
        'From {day} to {day} the {kind} opens at {7..10} in the morning and closes at {4..9} in the evening.',
        'On {day} the doors of {name} are open from {8..11} to {3..8} only.',
      ],
      around: [
        'Shortly before the end of the day the lights in the hall are dimmed.',
        'Deliveries are taken at the back entrance and never at the front.',
        'The timetable hangs beside the entrance and is changed twice a year.',
        'Guests who arrive early are welcome to wait in the hall.',
      ],
      questions: ['what are the opening hours of {name}', 'when does {name} open and close'],
    },
    {
      facts: [
        'Visitors may park their cars behind {place}, where {20..90} spaces are kept free for the {kind}.',
        'The parking area of {name} lies beside {place} and holds {20..90} vehicles.',
      ],
      around: [
        'Bicycles can be locked to the railings along the wall.',
        'The bus stops around the corner every quarter of an hour.',
        'Coaches have to set their passengers down on the main road.',
        'The lane in front of the building is a fire lane and must stay empty.',
      ],
      questions: ['where can I park my car at {name}', 'is there parking for visitors of {name}'],
    },
    {
      facts: [
        'A membership at {name} costs {60..400} dollars a year and is renewed every {month}.',
        'Members of the {kind} pay {60..400} dollars yearly, and pensioners half of that.',
      ],
      around: [
        'The card is sent by post and shows a photograph.',
        'Lost cards are replaced at the desk for a small sum.',
        'Families are given a discount when they join together.',
        'Payment by invoice is possible for companies.',
      ],
      questions: ['how much does a membership at {name} cost', 'what do members of {name} pay per year'],
    },
    {
      facts: [
        'It was founded in {1871..1998} by {person}, whose portrait hangs over the fireplace.',
        '{person} founded {name} in {1871..1998} with two helpers and a borrowed cart.',
      ],
      around: [
        'The first building burnt down and was rebuilt with the help of the neighbours.',
        'An album of old photographs can be seen on request.',
        'Some of the furniture still comes from those years.',
        'A local newspaper wrote about the beginnings at length.',
      ],
      questions: ['who was the founder of {name}', 'in which year was {name} founded'],
    },
    {
      facts: [
        'Bookings that are cancelled less than {12..72} hours ahead are charged at {name} with a fee of {5..60} dollars.',
        'Whoever cancels later than {12..72} hours before the appointment pays {5..60} dollars to the {kind}.',
      ],
      around: [
        'A confirmation is sent by mail as soon as a place is reserved.',
        'Groups of more than ten are asked to telephone first.',
        'Changes can be made at the desk or through the website.',
        'Nobody is charged when the weather closes the roads.',
      ],
      questions: ['what is the cancellation fee at {name}', 'how late can I cancel a booking with {name}'],
    },
    {
      facts: [
        'Dogs are allowed at {name} on a lead, but not in the rooms with {metal} floors.',
        'The {kind} admits guide dogs only; other animals wait in the kennel of {name}, which has {2..9} boxes.',
      ],
      around: [
        'Fresh water stands beside the steps in summer.',
        'The lawn is mown in the early morning.',
        'Children under six must be accompanied at all times.',
        'Smoking is tolerated on the terrace alone.',
      ],
      questions: ['can I bring my dog to {name}', 'are animals admitted at {name}'],
    },
    {
      facts: [
        'The wireless network of {name} is called {metal}net, and its password is changed every {day}.',
        'Guests of the {kind} use the network {metal}net{10..99} without a password.',
      ],
      around: [
        'Sockets for chargers are found below the window seats.',
        'Telephones should be silent in the reading corner.',
        'A printer stands in the office and takes coins.',
        'The screens in the hall show the weather and the news.',
      ],
      questions: ['what is the wifi network at {name} called', 'which wireless network do guests of {name} use'],
    },
    {
      facts: [
        'Found property is kept at {name} for {14..90} days in a {metal} chest and then given to charity.',
        'Things that were lost are collected in the cellar of the {kind} and handed back by {person}.',
      ],
      around: [
        'Umbrellas make up the greater part of the collection.',
        'Valuables are brought to the police the same evening.',
        'A list of everything is pinned to the notice board.',
        'Descriptions by telephone are of little help.',
      ],
      questions: ['where are lost things kept at {name}', 'how long does {name} keep lost property'],
    },
    {
      facts: [
        'The next inspection of the fire alarms at {name} takes place in {month} and lasts {2..6} hours.',
        'Each {month} the alarms of the {kind} are tested by {person}.',
      ],
      around: [
        'Everyone gathers on the square in front of the building.',
        'The lifts stand still for that time.',
        'A siren sounds three times and then stops.',
        'The corridors must be kept clear of boxes.',
      ],
      questions: ['when are the fire alarms of {name} inspected', 'when is the alarm tested at {name}'],
    },
  ],
};
