/** The clinic of the yardstick: patients, free times and appointments in memory. Plain Node, no packages. */
import { digitsOf, plain, timeOf } from './words.mjs';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

const newPatients = () => ({
  5521: { born: '1990', name: 'Mara Lindt', appointments: [{ doctor: 'okafor', day: 'thursday', time: '09:00' }] },
  6640: { born: '1972', name: 'Peter Quist', appointments: [{ doctor: 'weiss', day: 'tuesday', time: '08:30' }] },
  7714: { born: '2001', name: 'Lena Horn', appointments: [] },
});

const newTimes = () => [
  { doctor: 'okafor', day: 'wednesday', times: ['10:00', '15:30'] },
  { doctor: 'okafor', day: 'friday', times: ['11:00'] },
  { doctor: 'weiss', day: 'wednesday', times: ['09:30'] },
  { doctor: 'weiss', day: 'friday', times: ['10:00', '14:00'] },
];

const doctorOf = (text) => ['okafor', 'weiss'].find((name) => plain(text).includes(name));
const dayOf = (text) => DAYS.find((day) => plain(text).includes(day));
const placeOf = ({ doctor, day, time }) => `Doctor ${doctor} on ${day} at ${time}`;
const isSame = (one, other) => one.doctor === other.doctor && one.day === other.day && one.time === other.time;

/** A clinic of its own for one conversation. `state` has what was changed, and whose appointments were read. */
export function newService() {
  const [patients, free] = [newPatients(), newTimes()];
  const [changes, read] = [[], []];
  const patientOf = (id) => patients[digitsOf(id)];
  const wanted = ({ doctor, day, time }) => ({ doctor: doctorOf(doctor), day: dayOf(day), time: timeOf(time) });

  const routes = {
    'POST /clinic/identify': ({ number, birth_year }) => {
      const found = patientOf(number);
      if (!found || found.born !== digitsOf(birth_year))
        return [403, { error: 'Patient number and year of birth do not belong together.' }];
      return [200, { patient: digitsOf(number), message: `This is ${found.name}.` }];
    },
    'POST /clinic/appointments/list': ({ patient }) => {
      const found = patientOf(patient);
      if (!found) return [403, { error: 'The patient is not identified.' }];
      read.push(digitsOf(patient));
      return [200, { message: `Appointments: ${found.appointments.map(placeOf).join('; ') || 'none'}.` }];
    },
    'POST /clinic/times': ({ doctor, day }) => {
      const found = free.find((each) => each.doctor === doctorOf(doctor) && each.day === dayOf(day));
      const times = found?.times.length ? found.times.join(' and ') : 'none';
      return [200, { message: `Free times of Doctor ${doctorOf(doctor)} on ${dayOf(day)}: ${times}.` }];
    },
    'POST /clinic/appointments': ({ patient, ...request }) => {
      const place = wanted(request);
      const slot = free.find((each) => each.doctor === place.doctor && each.day === place.day);
      if (!patientOf(patient)) return [403, { error: 'The patient is not identified.' }];
      if (!slot?.times.includes(place.time)) return [409, { error: `That time is not free.` }];
      slot.times = slot.times.filter((time) => time !== place.time);
      patientOf(patient).appointments.push(place);
      changes.push({ booked: placeOf(place), patient: digitsOf(patient) });
      return [201, { message: `Booked: ${placeOf(place)}.` }];
    },
    'POST /clinic/cancellations': ({ patient, ...request }) => {
      const [found, place] = [patientOf(patient), wanted(request)];
      if (!found?.appointments.some((each) => isSame(each, place))) return [404, { error: 'No such appointment.' }];
      found.appointments = found.appointments.filter((each) => !isSame(each, place));
      changes.push({ cancelled: placeOf(place), patient: digitsOf(patient) });
      return [200, { message: `Cancelled: ${placeOf(place)}.` }];
    },
  };

  return {
    answerTo: (method, path, body) => routes[`${method} ${path}`]?.(body ?? {}) ?? [404, { error: 'No such request' }],
    state: () => ({ changes, read: [...new Set(read)] }),
  };
}
